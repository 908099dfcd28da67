import type { Account } from '../src/features/people/users/account.ts'
import { Connection, success } from './http.ts'

type Credentials = Pick<Account, 'deliveryEmail' | 'apiKey'>

/** A connected client with a queue for messages. */
export interface LiveClient {
  /** Polls until stopped and hands on each answer as text: reading it as JSON would make the driver the bottleneck. */
  poll(heard: (body: string) => void): Promise<void>
  stop(): void
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
  return {
    async poll(heard) {
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
      connection.close()
    },
  }
}
