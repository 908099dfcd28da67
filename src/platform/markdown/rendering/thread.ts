// A render thread: takes one pack of texts at a time and answers what each is, or what has to be looked up first.
import { type MessagePort, parentPort } from 'node:worker_threads'
import { renderMarkdown } from '../markdown.ts'
import { contextOf } from './context.ts'
import { type Asked, type Pack, type Posted, type Question, type Reply, readPack, writeReplies } from './protocol.ts'

const port = parentPort as MessagePort

function replyTo(asked: Asked, { contexts, last }: Pack): Reply {
  const questions = new Map<string, Question>()
  const rendered = renderMarkdown(asked.text, contextOf(contexts[asked.context]!, asked.answers, questions))
  return questions.size > 0 && !last ? { questions: [...questions.values()] } : { rendered }
}

const post = (message: Posted) => port.postMessage(message)

port.on('message', (json: string) => {
  try {
    const pack = readPack(json)
    post({ replies: writeReplies(pack.texts.map((asked) => replyTo(asked, pack))) })
  } catch (error) {
    post({ error })
  }
})
post({ ready: true })
