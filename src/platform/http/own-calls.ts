import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, encodeParams } from '#contract'
import type { OwnCalls } from '#platform/serve'
import { prefix } from './call.ts'

/** Headers that identify the caller and where they call from. */
const kept = [
  ...['host', 'authorization', 'cookie', 'x-loquat-web', 'sec-fetch-site', 'user-agent', 'accept-language'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
]

/** Calls endpoints as a request's caller: each is a full request within the process, limited and audited as usual. */
export function ownCalls(app: FastifyInstance, { headers: given, socket }: FastifyRequest): OwnCalls {
  const headers = Object.fromEntries(
    kept.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
  )
  return {
    async call(endpoint, params) {
      const encoded = encodeParams(endpoint as never, params as Record<string, unknown>)
      const path = endpoint.path.replace(/\{(\w+)(\.\.\.)?\}/g, (_whole, name: string) => {
        const value = encoded.get(name) ?? ''
        encoded.delete(name)
        return encodeURIComponent(value)
      })
      const text = new URLSearchParams([...encoded]).toString()
      const isGet = endpoint.method === 'GET'
      const answer = await app.inject({
        method: endpoint.method,
        url: `${prefix}${path}${isGet && text !== '' ? `?${text}` : ''}`,
        headers: { ...headers, ...(isGet ? {} : { 'content-type': 'application/x-www-form-urlencoded' }) },
        ...(isGet ? {} : { payload: text }),
        ...(socket.remoteAddress === undefined ? {} : { remoteAddress: socket.remoteAddress }),
      })
      const { result, msg, code, ...fields } = answer.json() as Record<string, unknown>
      if (result !== 'success') throw new ApiError(answer.statusCode, String(code), String(msg), fields)
      return fields as never
    },
  }
}
