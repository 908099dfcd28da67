import type { Driver } from '#platform/db'
import type { Bus } from '#platform/organization'
import { hear, type Word } from './process-messages.ts'
import type { Runtime } from './runtime.ts'

/** One process: whoever needs to hear has heard already. */
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

/** After how long a word that could not be sent is tried again. */
const againMs = 500

/**
 * Several processes on one PostgreSQL: word travels by NOTIFY. A lost word is made good by the next, and whenever the
 * connection had to be made anew, by asking for what is new.
 */
export const serverBus =
  (driver: Driver, failed: (error: unknown) => void) =>
  (runtime: Runtime, heard = (word: Word) => hear(runtime, word)): Bus => {
    const self = Math.random().toString(36).slice(2)
    const channel = 'loquat'
    // a position is news only until a newer one is out: at most one NOTIFY per organization is under way
    const newest = new Map<number, number>()
    const sending = new Set<Promise<void>>()
    let isFailing = false
    const send = (message: object): Promise<boolean> => {
      const sent = notify(message).then(
        () => {
          isFailing = false
          return true
        },
        (error: unknown) => {
          // an outage is news once
          if (!isFailing) failed(error)
          isFailing = true
          return false
        },
      )
      const settled = sent.then(() => void sending.delete(settled))
      sending.add(settled)
      return sent
    }
    const notify = async (message: object) => {
      const connection = await driver.connect()
      try {
        await connection.query('select pg_notify($1, $2)', [channel, JSON.stringify({ from: self, ...message })])
      } finally {
        connection.release()
      }
    }
    const sendNewest = (org: number) => {
      const latest = newest.get(org)
      newest.delete(org)
      void send({ org, position: latest }).then((isOut) => {
        // others may hear of nothing else for a long time
        if (!isOut && !runtime.isStopping) setTimeout(() => wake(org, latest as number), againMs).unref()
      })
    }
    const wake = (org: number, position: number) => {
      const waiting = newest.has(org)
      newest.set(org, Math.max(position, newest.get(org) ?? 0))
      if (!waiting) setImmediate(() => sendNewest(org))
    }
    driver.listen?.(channel, {
      heard(text) {
        const { from, introduction, ...word } = JSON.parse(text)
        if (from === self) return
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
      announce(org, event, copy) {
        const text = JSON.stringify(event)
        // PostgreSQL carries less than 8,000 bytes; an event that does not fit stays in this process
        if (text.length < 7_000) void send({ org, event, copy })
      },
      // of one person, who has few enough of them for one word
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
