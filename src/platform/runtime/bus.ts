import type { Driver } from '#platform/db'
import type { Bus } from '#platform/organization'
import type { Runtime } from './index.ts'

/** One process: whoever needs to hear has heard already. */
export const localBus = (): Bus => ({ wake: () => {}, announce: () => {}, settled: async () => {} })

/** Several processes on one PostgreSQL: word travels by NOTIFY. A lost word is made good by the next. */
export const serverBus =
  (driver: Driver, failed: (error: unknown) => void) =>
  (runtime: Runtime): Bus => {
    const self = Math.random().toString(36).slice(2)
    const channel = 'loquat'
    // a position is news only until a newer one is out: at most one NOTIFY per organization is under way
    const newest = new Map<number, number>()
    const sending = new Set<Promise<void>>()
    const send = (message: object) => {
      const sent = notify(message)
        .catch(failed)
        .finally(() => sending.delete(sent))
      sending.add(sent)
    }
    const notify = async (message: object) => {
      const connection = await driver.connect()
      try {
        await connection.query('select pg_notify($1, $2)', [channel, JSON.stringify({ from: self, ...message })])
      } finally {
        connection.release()
      }
    }
    driver
      .listen?.(channel, (text) => {
        const { from, org, position, event } = JSON.parse(text)
        if (from === self) return
        void runtime
          .opened(org)
          ?.then((organization) => (event ? organization.announced(event) : organization.follow(position)))
          .catch(failed)
      })
      .catch(failed)
    return {
      wake(org, position) {
        const waiting = newest.has(org)
        newest.set(org, position)
        if (waiting) return
        setImmediate(() => {
          const latest = newest.get(org)
          newest.delete(org)
          send({ org, position: latest })
        })
      },
      announce(org, event) {
        const text = JSON.stringify(event)
        // PostgreSQL carries less than 8,000 bytes; an event that does not fit stays in this process
        if (text.length < 7_000) send({ org, event })
      },
      async settled() {
        while (newest.size > 0) await new Promise(setImmediate)
        await Promise.all(sending)
      },
    }
  }
