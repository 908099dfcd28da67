import type { Driver } from '#platform/db'
import type { Bus } from '#platform/organization'
import { notificationsFor, PieceJoiner } from './notification-pieces.ts'
import { hear, type ProcessMessage } from './process-messages.ts'
import type { Runtime } from './runtime.ts'

/** The bus of a single process: there's no one to notify. */
export const localBus = (): Bus => ({
  opening: async () => {},
  committed: () => {},
  announce: () => {},
  leaving: () => {},
  queuesEnded: () => {},
  gone: () => {},
  introduce: () => {},
  settled: async () => {},
  close: async () => {},
})

/** Delay before a failed message is sent again. */
const againMs = 500

/**
 * Connects processes on one PostgreSQL server with NOTIFY. Lost messages are made up for by the next one and, after a
 * reconnect, by asking for what's new.
 */
export const serverBus =
  (driver: Driver, failed: (error: unknown) => void) =>
  (runtime: Runtime, heard = (word: ProcessMessage) => hear(runtime, word)): Bus => {
    const self = Math.random().toString(36).slice(2)
    const channel = 'loquat'
    // only the latest position matters, so at most one NOTIFY per organization is in flight
    const newest = new Map<number, number>()
    const sending = new Set<Promise<void>>()
    let isFailing = false
    const send = (message: Readonly<Record<string, unknown>>): Promise<boolean> => {
      const sent = notify(message).then(
        () => {
          isFailing = false
          return true
        },
        (error: unknown) => {
          // report an outage once
          if (!isFailing) failed(error)
          isFailing = true
          return false
        },
      )
      const settled = sent.then(() => void sending.delete(settled))
      sending.add(settled)
      return sent
    }
    let texts = 0
    const notify = async (message: Readonly<Record<string, unknown>>) => {
      const notifications = notificationsFor(message, self, texts++)
      const connection = await driver.connect()
      try {
        // one statement, so that the pieces arrive together and in order
        await connection.query('select pg_notify($1, one) from unnest($2::text[]) as one', [channel, notifications])
      } finally {
        connection.release()
      }
    }
    const sendNewest = (org: number) => {
      const latest = newest.get(org)
      newest.delete(org)
      void send({ org, position: latest }).then((isOut) => {
        // without a retry, other processes might not notice for a long time
        if (!isOut && !runtime.isStopping) setTimeout(() => wake(org, latest as number), againMs).unref()
      })
    }
    const wake = (org: number, position: number) => {
      const waiting = newest.has(org)
      newest.set(org, Math.max(position, newest.get(org) ?? 0))
      if (!waiting) setImmediate(() => sendNewest(org))
    }
    const joiner = new PieceJoiner()
    driver.listen?.(channel, {
      heard(text) {
        const { from, piece, ...whole } = JSON.parse(text)
        if (from === self) return
        const message = piece ? joiner.add(from, piece) : whole
        if (!message) return
        const { introduction, ...word } = message
        if (introduction) runtime.processes?.met(introduction)
        else void heard(word).catch(failed)
      },
      listening: () => void runtime.followAll().catch(failed),
      lost: failed,
    })
    return {
      opening: async () => {},
      leaving: () => {},
      committed: (org, _entries, position) => wake(org, position),
      announce: (org, event, copy) => void send({ org, event, copy }),
      // one user's queues, few enough for one message
      queuesEnded: (org, ids, position) => void send({ org, ended: ids, position }),
      gone: (org) => void send({ org, goneFrom: runtime.registry.nameOf(runtime) }),
      introduce: (introduction) => void send({ introduction }),
      async settled() {
        while (newest.size > 0) await new Promise(setImmediate)
        await Promise.all(sending)
      },
      close: async () => {},
    }
  }
