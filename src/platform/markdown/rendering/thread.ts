// A render thread: receives a pack of texts and replies with renderings or the lookups they need.
import { type MessagePort, parentPort } from 'node:worker_threads'
import { serveOrders } from '#platform/threads'
import { renderMarkdown } from '../markdown.ts'
import { RequestContext } from './context.ts'
import { type RenderRequest, type Reply, readPack, writeReplies } from './protocol.ts'

function replyTo({ text, answers }: RenderRequest, asking: RequestContext, isLast: boolean): Reply {
  asking.begin(answers)
  const rendered = renderMarkdown(text, asking.context)
  const { questions } = asking
  return questions.length > 0 && !isLast ? { questions } : { rendered }
}

serveOrders(parentPort as MessagePort, (json) => {
  const { contexts, texts, last } = readPack(json)
  const asking = contexts.map((context) => new RequestContext(context))
  return writeReplies(texts.map((asked) => replyTo(asked, asking[asked.context]!, last)))
})
