import type { Account } from '../src/features/people/users/account.ts'
import { Connection, success } from './http.ts'

type Credentials = Pick<Account, 'deliveryEmail' | 'apiKey'>

export interface PollingClient {
  /** Polls until stopped and passes on each response as text: parsing JSON would make the driver the bottleneck. */
  poll(heard: (body: string) => void): Promise<void>
  stop(): void
}

export interface LiveClient extends PollingClient {
  /** The same over an event stream, on a separate connection. */
  stream(heard: (text: string) => void): Promise<void>
}

export const clientsOf = (port: number, accounts: readonly Credentials[]): Promise<Connection[]> =>
  Promise.all(accounts.map(({ deliveryEmail, apiKey }) => Connection.open(port, 'localhost', deliveryEmail, apiKey)))

export async function listen(port: number, { deliveryEmail, apiKey }: Credentials): Promise<LiveClient> {
  const connection = await Connection.open(port, 'localhost', deliveryEmail, apiKey)
  const registered = success(
    await connection.post('/register', { event_types: ['message'], fetch_event_types: [], apply_markdown: true }),
  )
  let running = true
  let last = -1
  let end = new AbortController()
  return {
    async stream(heard) {
      end = new AbortController()
      const other = await Connection.open(port, 'localhost', deliveryEmail, apiKey)
      let rest = ''
      const whole = (text: string) => {
        const all = rest + text
        const at = all.lastIndexOf('\n\n') + 2
        rest = all.slice(at < 2 ? 0 : at)
        if (at < 2) return
        heard(all.slice(0, at))
        const newest = [...all.slice(0, at).matchAll(/^id: (-?\d+)$/gm)].at(-1)
        if (newest) last = Number(newest[1])
      }
      await other.stream(`/events/stream?queue_id=${registered.queue_id}&last_event_id=${last}`, whole, end.signal)
    },
    async poll(heard) {
      running = true
      while (running) {
        let body: string
        try {
          body = await connection.get(`/events?queue_id=${registered.queue_id}&last_event_id=${last}`)
        } catch (error) {
          if (running) throw error
          return
        }
        heard(body)
        const newest = /"id":(-?\d+)\}\],"queue_id"/.exec(body.slice(-200))
        if (newest) last = Number(newest[1])
        else if (!body.includes('"events":[]')) throw new Error(body.slice(0, 300))
      }
    },
    stop() {
      running = false
      end.abort()
      connection.close()
    },
  }
}
