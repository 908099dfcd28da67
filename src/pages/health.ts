import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Runtime } from '#platform/runtime'

/** Longer than anything but upkeep of a large table takes, and shorter than whoever asks waits for an answer. */
const patienceMs = 3_000

/** For balancers and watchers: whether the process lives, and whether it can do its work. */
export function health(app: FastifyInstance, { db }: Runtime): void {
  const say = (reply: FastifyReply, isWell: boolean) => {
    reply.header('cache-control', 'no-store')
    return isWell
      ? reply.send({ status: 'ok' })
      : reply.code(503).header('retry-after', '1').send({ status: 'unavailable', reason: 'database' })
  }
  const ready = async (reply: FastifyReply) => say(reply, await db.answersWithin(patienceMs))
  app.get('/health', async (_request, reply) => ready(reply))
  app.get('/health/ready', async (_request, reply) => ready(reply))
  app.get('/health/live', async (_request, reply) => say(reply, true))
}
