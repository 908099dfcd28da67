/** Runs the embedded database: protocol messages in, responses out. Bundled, because Node 20 can't run TypeScript. */
import { parentPort } from 'node:worker_threads'
import { type PGlite, protocol } from '@electric-sql/pglite'
import type { DurableFiles } from './durable-files.ts'
import { DatabaseFilesError } from './files-error.ts'
import { type Files, openPglite } from './pglite.ts'

export type Order = { open: Files; answered: Int32Array } | { close: true } | { keepLog: boolean }
export type Report =
  | { opened: true }
  | { closed: true }
  | { broken: string }
  /** Its files are damaged, or the disk refused access (`refused`). */
  | { unopened: string; refused: boolean }

/** PGlite's exit status for a failed statement, which it recovers from. */
const statementFailed = 100

const port = parentPort as NonNullable<typeof parentPort>
const report = (what: Report) => port.postMessage(what)
let pglite: PGlite
let durable: DurableFiles | undefined
let answered: Int32Array

async function open({ open, answered: counter }: Extract<Order, { open: Files }>): Promise<void> {
  answered = counter
  try {
    ;({ pglite, durable } = await openPglite(open))
  } catch (error) {
    if (!(error instanceof DatabaseFilesError)) throw error
    return report({ unopened: error.message, refused: error.refused })
  }
  reportBreaks()
  report({ opened: true })
}

/** PGlite continues after any exception, even out of memory, when its state may be inconsistent. */
function reportBreaks(): void {
  const { Module } = pglite as unknown as { Module: { _PostgresMainLoopOnce(): void } }
  const once = Module._PostgresMainLoopOnce
  Module._PostgresMainLoopOnce = () => {
    try {
      once()
    } catch (error) {
      // report it right away, as this may never return
      if ((error as { status?: number }).status !== statementFailed) report({ broken: String(error) })
      throw error
    }
  }
}

function answer(message: Uint8Array): void {
  const all = ask(message)
  Atomics.add(answered, 0, 1)
  port.postMessage(all, [all.buffer as ArrayBuffer])
  if (durable) tend(durable)
}

let flushing: Promise<void> | undefined
/** Runs after the response was sent, so it doesn't affect the statement. */
function tend(files: DurableFiles): void {
  if (files.flushDue)
    flushing = files.flush().then(
      () => tend(files),
      (error: Error) => report({ broken: `its files do not reach the disk: ${error.message}` }),
    )
  if (files.checkpointDue) checkpoint(files)
}

const errorResponse = 0x45

/** Works in an open transaction too; in a failed one, it's retried afterwards. */
function checkpoint(files: DurableFiles): void {
  const said = ask(protocol.serialize.query('checkpoint'))
  if (said[0] !== errorResponse) files.checkpointed()
  else if (!Buffer.from(said).includes(inFailedTransaction)) files.checkpointFailed()
}

const inFailedTransaction = 'C25P02'

function ask(message: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let length = 0
  // file writes go through directly, so there is nothing to sync
  void pglite.execProtocolRawStream(message, {
    syncToFs: false,
    onRawData: (part) => {
      // copied, because PGlite reuses the buffer
      parts.push(part.slice())
      length += part.length
    },
  })
  const all = parts.length === 1 ? (parts[0] as Uint8Array) : new Uint8Array(length)
  if (parts.length > 1) {
    let at = 0
    for (const part of parts) {
      all.set(part, at)
      at += part.length
    }
  }
  return all
}

port.on('message', async (told: Uint8Array | Order) => {
  if (told instanceof Uint8Array) return answer(told)
  if ('open' in told) return open(told)
  if ('keepLog' in told) return durable?.keepLog(told.keepLog)
  await flushing
  await pglite.close()
  report({ closed: true })
})
