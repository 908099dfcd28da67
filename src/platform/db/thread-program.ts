/**
 * The thread in which the embedded database runs: bytes of PostgreSQL's protocol come in, and its answers go out in the
 * same order. Bundled by itself, because Node 20 starts no TypeScript; its other side is thread.ts.
 */
import { parentPort } from 'node:worker_threads'
import { type PGlite, protocol } from '@electric-sql/pglite'
import type { DurableFiles } from './durable-files.ts'
import { DatabaseFilesError } from './files-error.ts'
import { type Files, openPglite } from './pglite.ts'

/** What this thread is told, beside bytes. */
export type Order = { open: Files; answered: Int32Array } | { close: true } | { keepLog: boolean }
/** What it says, beside bytes. */
export type Report =
  | { opened: true }
  | { closed: true }
  | { broken: string }
  /** Its files are damaged, or the disk `refused`. */
  | { unopened: string; refused: boolean }

/** How the database tells itself that a statement has failed, which it is made for. */
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

/**
 * The library goes on after whatever was thrown inside the database, be it that its memory or its stack is at an end:
 * it may have been anywhere then, holding any lock.
 */
function reportBreaks(): void {
  const { Module } = pglite as unknown as { Module: { _PostgresMainLoopOnce(): void } }
  const once = Module._PostgresMainLoopOnce
  Module._PostgresMainLoopOnce = () => {
    try {
      once()
    } catch (error) {
      // now and not afterwards: it may never come to an end
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
/** The statement before is answered already, whatever becomes of this. */
function tend(files: DurableFiles): void {
  if (files.flushDue)
    flushing = files.flush().then(
      () => tend(files),
      (error: Error) => report({ broken: `its files do not reach the disk: ${error.message}` }),
    )
  if (files.checkpointDue) checkpoint(files)
}

const errorResponse = 0x45

/** In an open transaction too, except in one that has failed: then after it. */
function checkpoint(files: DurableFiles): void {
  const said = ask(protocol.serialize.query('checkpoint'))
  if (said[0] !== errorResponse) files.checkpointed()
  else if (!Buffer.from(said).includes(inFailedTransaction)) files.checkpointFailed()
}

const inFailedTransaction = 'C25P02'

/** What the database says to a message, whole. */
function ask(message: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let length = 0
  // files are written as the database goes: there is nothing to carry to them afterwards
  void pglite.execProtocolRawStream(message, {
    syncToFs: false,
    onRawData: (part) => {
      // the database will write over it
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
