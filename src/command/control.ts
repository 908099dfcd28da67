import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError } from '#contract'
import type { Runtime } from '#platform/runtime'
import { FailedError } from './errors.ts'
import { type OperationName, operate, operations, type ReportProgress } from './operations/index.ts'

/**
 * Lets other commands call a running server: a listener on the loopback interface that no reverse proxy forwards to.
 * Its address and token are in the lock file, or with a PostgreSQL server in the server's file in `servers/`, which only
 * the server's user can read.
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
        if (!Object.hasOwn(operations, name)) return answer(400, { error: 'The server is running another version' })
        // what is told on the way comes first, a line each; the last line is the answer
        const tell: ReportProgress = (progress) => {
          if (!response.headersSent)
            response.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
          response.write(`${JSON.stringify({ progress })}\n`)
        }
        answer(200, { outcome: (await operate(runtime, name as OperationName, input, tell)) ?? null })
      } catch (error) {
        if (error instanceof ApiError || error instanceof FailedError) return answer(400, { error: error.message })
        failed(error)
        answer(500, { error: "The operation failed; see the server's log" })
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
