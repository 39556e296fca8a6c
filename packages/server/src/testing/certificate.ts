/**
 * A self-signed certificate for 127.0.0.1, created for each use, so that the repository contains no private key. It has the few
 * fields of X.509 (RFC 5280) that TLS checks, encoded as DER.
 */
import { Buffer } from 'node:buffer'
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** PEM texts. A client that trusts the certificate names it as the authority. */
export interface Certificate {
  certificate: string
  key: string
}

const DAY_MS = 86_400_000
const ECDSA_WITH_SHA256 = '06082a8648ce3d040302'
const COMMON_NAME = '0603550403'
const SUBJECT_ALT_NAME = '0603551d11'
const BASIC_CONSTRAINTS = '0603551d13'

const hex = (text: string): Buffer => Buffer.from(text, 'hex')

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const time = (ms: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)}Z`))

/** Valid from yesterday until tomorrow. */
export function makeCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(hex(ECDSA_WITH_SHA256))
  const name = sequence(der(0x31, sequence(hex(COMMON_NAME), der(0x0c, Buffer.from('docent test')))))
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
  const isAuthority = sequence(der(0x01, Buffer.from([255])))
  const extensions = sequence(
    sequence(hex(SUBJECT_ALT_NAME), der(0x04, names)),
    sequence(hex(BASIC_CONSTRAINTS), der(0x04, isAuthority)),
  )
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const lines = sequence(content, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}
