import { parentPort } from 'node:worker_threads'
import type { Question } from './question.ts'
import { strengthOf } from './strength.ts'

parentPort?.on('message', ({ id, password, names, minGuesses }: Question) => {
  parentPort?.postMessage({ id, strength: strengthOf(password, names, minGuesses) })
})
