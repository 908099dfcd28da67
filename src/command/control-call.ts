import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { FailedError } from './errors.ts'
import type { Holder } from './lock.ts'
import type { InputOf, OperationName, OutcomeOf, ReportProgress } from './operations/index.ts'

/**
 * Calls an operation of a running server and waits for its result; control.ts is the server's side. perf: uses Node's
 * HTTP client and only types of the operations, so that such a command loads no server code.
 */
export async function callControl<N extends OperationName>(
  control: NonNullable<Holder['control']>,
  name: N,
  input: InputOf<N>,
  tell: ReportProgress = () => {},
): Promise<OutcomeOf<N>> {
  let answer: { outcome?: OutcomeOf<N>; error?: string; progress?: never } | undefined
  const reply = await send(control, JSON.stringify({ name, input }))
  try {
    for await (const line of linesOf(reply)) {
      answer = JSON.parse(line)
      if (answer?.progress !== undefined) tell(answer.progress)
    }
  } catch {
    throw new FailedError('the server stopped during the operation')
  }
  if (answer?.error !== undefined) throw new FailedError(answer.error)
  if (!answer || answer.progress !== undefined) throw new FailedError('the server stopped during the operation')
  return answer.outcome as OutcomeOf<N>
}

/** Throws if the stream is cut off; readline would wait for more. */
async function* linesOf(reply: IncomingMessage): AsyncGenerator<string> {
  let rest = ''
  for await (const part of reply.setEncoding('utf8')) {
    const lines = `${rest}${part}`.split('\n')
    rest = lines.pop() as string
    yield* lines
  }
  if (rest) yield rest
}

async function send({ url, token }: NonNullable<Holder['control']>, body: string): Promise<IncomingMessage> {
  const asking = request(url, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(body) },
  })
  asking.end(body)
  const [reply] = (await once(asking, 'response')) as [IncomingMessage]
  return reply
}
