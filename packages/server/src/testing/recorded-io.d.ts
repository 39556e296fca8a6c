/** One thing that happened. `name` is a file of the folder, `undefined` the folder itself. */
export type IoEvent =
  /** `cut`: the file was emptied if it was there. */
  | {
      kind: 'open'
      name: string
      cut: boolean
    }
  | {
      kind: 'write'
      name: string
      offset: number
      data: Buffer
    }
  | {
      kind: 'truncate'
      name: string
      size: number
    }
  /** Durable is what happened to it before the event with number `since`. */
  | {
      kind: 'sync'
      name: string | undefined
      since: number
    }
  | {
      kind: 'unlink'
      name: string
    }
  | {
      kind: 'rename'
      name: string
      to: string
    }
  | {
      kind: 'close'
      name: string
    }
  /** A lock that POSIX drops when the process closes any descriptor of the file. */
  | {
      kind: 'lock'
      name: string
    }
  | {
      kind: 'printed'
      line: string
    }
/** Whether the machine can record; tests that need it are skipped, with `NO_STRACE` as their reason, where it cannot. */
export declare const hasStrace: boolean
export declare const NO_STRACE = 'strace is not installed'
/** The options that make strace write all that `parseTrace` reads, into `file`. */
export declare const straceOptions: (file: string) => string[]
/** What happened in `folder` (absolute, without links), from what strace wrote with `straceOptions`. */
export declare function parseTrace(trace: string, folder: string): IoEvent[]
/**
 * Runs a command and all that it starts, and records what happens in `folder` (absolute, without links). Throws when the command fails;
 * one that a signal ended has not failed.
 */
export declare function recordIo(folder: string, command: readonly string[]): Promise<IoEvent[]>
