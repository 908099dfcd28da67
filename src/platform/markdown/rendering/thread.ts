// A render thread: takes one text at a time and answers what it is, or what has to be looked up first.
import { type MessagePort, parentPort } from 'node:worker_threads'
import { renderMarkdown } from '../markdown.ts'
import { contextOf } from './context.ts'
import type { Job, Posted, Question, Reply } from './protocol.ts'

const port = parentPort as MessagePort

function replyTo(job: Job): Reply {
  const questions = new Map<string, Question>()
  const rendered = renderMarkdown(job.text, contextOf(job, questions))
  return questions.size > 0 && !job.last ? { questions: [...questions.values()] } : { rendered }
}

const post = (message: Posted) => port.postMessage(message)

port.on('message', (job: Job) => {
  try {
    post({ reply: replyTo(job) })
  } catch (error) {
    post({ error })
  }
})
post({ ready: true })
