import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Runtime } from '#platform/runtime'

/** Longer than any query except maintenance of large tables, and shorter than a load balancer's timeout. */
const patienceMs = 3_000
/** A database that's down mustn't delay the readiness of this process. */
const patienceWithOthersMs = 500

/** Liveness and readiness for load balancers and monitoring. */
export function health(app: FastifyInstance, runtime: Runtime): void {
  const { db } = runtime
  // optional: without NATS, events only arrive a little later
  const nats = () => (runtime.busState === undefined ? {} : { nats: runtime.busState })
  const { replicas } = db
  const readFrom = () => (replicas ? { replicas: { there: replicas.there, of: replicas.count } } : {})
  // organizations in a database that's down get errors; the others are served
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
