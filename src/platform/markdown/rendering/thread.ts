// A render thread: takes one pack of texts at a time and answers what each is, or what has to be looked up first.
import { type MessagePort, parentPort } from 'node:worker_threads'
import { serveOrders } from '#platform/threads'
import { renderMarkdown } from '../markdown.ts'
import { RequestContext } from './context.ts'
import { type Asked, type Reply, readPack, writeReplies } from './protocol.ts'

function replyTo({ text, answers }: Asked, asking: RequestContext, isLast: boolean): Reply {
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
