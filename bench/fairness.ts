import { roles } from '#contract'
import { foundOrganization } from '../src/features/people/organization-settings/actions/found.ts'
import type { Account } from '../src/features/people/users/account.ts'
import { createUser } from '../src/features/people/users/actions/index.ts'
import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import { percentile, type Row } from './row.ts'
import { seed } from './seed.ts'
import { ServerProcess } from './server.ts'

const secondsEach = 6
/** Number of programs that flood one organization, each on two connections without a pause. */
const programs = 32
/** Maximum slowdown of the other organization. */
const maxTimes = 5

type Credentials = Pick<Account, 'deliveryEmail' | 'apiKey'>

/** Programs flood one organization, with rate limits off: what users of another notice. */
export async function benchFairness(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const { org } = await foundOrganization(seeded.runtime, {
    name: 'Flooded',
    subdomain: 'flooded',
    owner: { full_name: 'Owner', email: 'owner@flooded.example', password: 'only for the benchmark' },
  })
  const flooding: Credentials[] = []
  for (let number = 1; number <= programs; number++) {
    const email = `program-${number}@flooded.example`
    const wanted = { email, full_name: `Program ${number}`, role: roles.member }
    flooding.push(await org.transact(null, (mutation) => createUser(mutation, wanted)))
  }
  const { owner } = seeded
  await seeded.close()
  const { server } = await ServerProcess.start(place.serverArgs)
  const quiet = await Connection.open(server.port, 'localhost', owner.deliveryEmail, owner.apiKey)
  await live(quiet, 1)
  const alone = await live(quiet, secondsEach)
  const flood = await Flood.begin(server.port, flooding)
  const beside = await live(quiet, secondsEach)
  const answered = await flood.end()
  quiet.close()
  await server.stop()
  const ratio = (share: number) => percentile(beside, share) / percentile(alone, share)
  return [
    { what: 'alone: send and fetch, p50', value: percentile(alone, 0.5), unit: 'ms' },
    { what: 'the same, p99', value: percentile(alone, 0.99), unit: 'ms' },
    { what: 'beside a flood in another organization, p50', value: percentile(beside, 0.5), unit: 'ms' },
    { what: 'the same, p99', value: percentile(beside, 0.99), unit: 'ms' },
    { what: 'how often it was sent to meanwhile', value: answered.sent / secondsEach, unit: '/s' },
    { what: 'how often it was fetched from', value: answered.fetched / secondsEach, unit: '/s' },
    { what: 'ratio, p50', value: ratio(0.5), unit: 'times', atMost: maxTimes },
    { what: 'ratio, p99', value: ratio(0.99), unit: 'times' },
  ]
}

const message = (content: string) => ({ type: 'channel', to: 'general', topic: 'soup', content })

/** Sends and fetches, one after the other; returns durations, ascending. */
async function live(connection: Connection, seconds: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const begun = performance.now()
    success(await connection.post('/messages', message('How **are** you?')))
    success(await connection.get('/messages?anchor=newest&num_before=20&num_after=0'))
    times.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return times.sort((a, b) => a - b)
}

class Flood {
  #isOver = false
  readonly #answered = { sent: 0, fetched: 0 }
  #all: Promise<void>[] = []

  static async begin(port: number, programs: readonly Credentials[]): Promise<Flood> {
    const flood = new Flood()
    const open = ({ deliveryEmail, apiKey }: Credentials) =>
      Connection.open(port, 'flooded.localhost', deliveryEmail, apiKey)
    const connections = await Promise.all([...programs, ...programs].map(open))
    flood.#all = connections.map((connection, index) => flood.#run(connection, index < programs.length))
    return flood
  }

  async #run(connection: Connection, sends: boolean): Promise<void> {
    for (let number = 0; !this.#isOver; number++) {
      success(
        await (sends
          ? connection.post('/messages', message(`**${number}**`))
          : connection.get('/messages?anchor=newest&num_before=100&num_after=0')),
      )
      this.#answered[sends ? 'sent' : 'fetched']++
    }
    connection.close()
  }

  async end(): Promise<{ sent: number; fetched: number }> {
    const answered = { ...this.#answered }
    this.#isOver = true
    await Promise.all(this.#all)
    return answered
  }
}
