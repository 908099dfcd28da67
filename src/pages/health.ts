import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Runtime } from '#platform/runtime'

/** Longer than anything but upkeep of a large table takes, and shorter than whoever asks waits for an answer. */
const patienceMs = 3_000
/** One that is away holds up nobody who asks whether this process can work. */
const patienceWithOthersMs = 500

/** For balancers and watchers: whether the process lives, and whether it can do its work. */
export function health(app: FastifyInstance, runtime: Runtime): void {
  const { db } = runtime
  // without it everything goes on, a little later
  const nats = () => (runtime.busState === undefined ? {} : { nats: runtime.busState })
  const { replicas } = db
  const readFrom = () => (replicas ? { replicas: { there: replicas.there, of: replicas.count } } : {})
  // who is in one that is away hears of it; everybody else is served
  const { registry } = runtime
  const databases = async () =>
    registry.all.length > 1
      ? { databases: { there: await registry.answering(patienceWithOthersMs), of: registry.all.length } }
      : {}
  const together = () => (runtime.processes ? { processes: 1 + runtime.processes.others } : {})
  const isFull = () => db.isFull()
  const say = (reply: FastifyReply, isWell: boolean, more = {}) => {
    reply.header('cache-control', 'no-store')
    return isWell
      ? reply.send({ status: 'ok', ...nats(), ...readFrom(), ...together(), ...more })
      : isFull()
        ? reply.code(503).header('retry-after', '60').send({ status: 'unavailable', reason: 'disk' })
        : reply.code(503).header('retry-after', '1').send({ status: 'unavailable', reason: 'database' })
  }
  const ready = async (reply: FastifyReply) => {
    const [isWell, more] = await Promise.all([db.answersWithin(patienceMs), databases()])
    return say(reply, isWell && !isFull(), more)
  }
  app.get('/health', async (_request, reply) => ready(reply))
  app.get('/health/ready', async (_request, reply) => ready(reply))
  app.get('/health/live', async (_request, reply) => say(reply, true))
}
