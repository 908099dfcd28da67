import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { Pool } from '#platform/threads'
import type { IntegrationSettings } from '../../../../people/users/account.ts'
import { templateLimits } from './limits.ts'
import type { Order, Templated } from './protocol.ts'

/** A separate thread: a template that crashes it affects only other templates. */
const threads = new Pool<string, Templated>({
  file: join(projectRoot, 'dist/workers/template.js'),
  name: 'template',
  threads: 1,
  limitMs: templateLimits.milliseconds,
  heapMb: templateLimits.heapMb,
  write: (order) => order,
  read: (answer) => JSON.parse(answer) as Templated,
})

const neither = (problem: string): Templated => ({ topic: { problem }, text: { problem } })

/** Renders a bot's templates in another thread. `queueKey` is the account to charge. */
export async function renderTemplates(
  queueKey: string,
  { topic = '', text = '' }: IntegrationSettings,
  payload: unknown,
): Promise<Templated> {
  if (topic === '' && text === '') return { topic: { text: '' }, text: { text: '' } }
  const order = JSON.stringify({ topic, text, payload: payload ?? null } satisfies Order)
  if (order.length > templateLimits.payload) return neither('the payload is too large')
  return (await threads.run(queueKey, order)) ?? neither('it takes too long')
}

export async function templateError(
  queueKey: string,
  { topic = '', text = '' }: Pick<IntegrationSettings, 'topic' | 'text'>,
): Promise<string | undefined> {
  if (topic === '' && text === '') return undefined
  const checked =
    (await threads.run(queueKey, JSON.stringify({ topic, text } satisfies Order))) ?? neither('it takes too long')
  for (const one of [checked.topic, checked.text]) if ('problem' in one) return one.problem
  return undefined
}
