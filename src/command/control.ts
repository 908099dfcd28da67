import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { Agent, fetch } from 'undici'
import { ApiError } from '#contract'
import type { Runtime } from '#platform/runtime'
import { FailedError } from './errors.ts'
import type { Holder } from './lock.ts'
import { type InputOf, type OperationName, type OutcomeOf, operate, operations, type Tell } from './operations/index.ts'

/**
 * How other commands work on a running server: a listener of its own on the loopback address, which no reverse proxy
 * forwards to. Its address and token stand in the lock file, which only the server's own user can read.
 */
export async function openControl(
  runtime: Runtime,
  token: string,
  failed: (error: unknown) => void,
): Promise<{ url: string; close(): Promise<void> }> {
  const expected = Buffer.from(`Bearer ${token}`)
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify(body))
    }
    const given = Buffer.from(request.headers.authorization ?? '')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return answer(401, { error: 'No' })
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part) => {
      text += part
    })
    request.on('end', async () => {
      try {
        const { name, input } = JSON.parse(text)
        if (!Object.hasOwn(operations, name)) return answer(400, { error: 'The server is of another version' })
        // what is told on the way comes first, a line each; the last line is the answer
        const tell: Tell = (progress) => {
          if (!response.headersSent)
            response.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
          response.write(`${JSON.stringify({ progress })}\n`)
        }
        answer(200, { outcome: (await operate(runtime, name as OperationName, input, tell)) ?? null })
      } catch (error) {
        if (error instanceof ApiError || error instanceof FailedError) return answer(400, { error: error.message })
        failed(error)
        answer(500, { error: "It failed; the server's log says why" })
      }
    })
  })
  await listen(server)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const listen = (server: Server) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })

/** Has a running server do it. */
export async function callControl<N extends OperationName>(
  { url, token }: NonNullable<Holder['control']>,
  name: N,
  input: InputOf<N>,
  tell: Tell = () => {},
): Promise<OutcomeOf<N>> {
  // deleting or exporting a large organization takes as long as it takes
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  const reply = await fetch(url, {
    dispatcher,
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ name, input }),
  })
  let answer: { outcome?: OutcomeOf<N>; error?: string; progress?: never } | undefined
  try {
    const lines = createInterface({ input: Readable.fromWeb(reply.body as never) })
    for await (const line of lines) {
      answer = JSON.parse(line)
      if (answer?.progress !== undefined) tell(answer.progress)
    }
  } catch {
    throw new FailedError('the server ended while it was at work')
  } finally {
    await dispatcher.close()
  }
  if (answer?.error !== undefined) throw new FailedError(answer.error)
  if (!answer || answer.progress !== undefined) throw new FailedError('the server ended while it was at work')
  return answer.outcome as OutcomeOf<N>
}
