import { readFileSync } from 'node:fs'

import { messageOf } from '../terminal/message-of.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** The certificates (PEM) in a file that the operator names, on the command line or in the configuration. @throws UsageError */
export function readCertificates(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`)
  }
  throw new UsageError(`${file} holds no certificate: --opensearch-ca needs a PEM file.`)
}
