import { type ExchangeOperation, type Header, z } from '#contract'
import type { Exchange } from '#platform/serve'
import { errorResponses, resultSchema, sharedErrors } from './responses.ts'
import { type Json, jsonSchema } from './schemas.ts'

type Always = Exchange['headers']

const described = ({ name, text, schema, isOptional }: Header, io: 'input' | 'output'): Json => ({
  ...(io === 'input' ? { name, in: 'header' } : {}),
  description: text,
  required: !isOptional,
  schema: jsonSchema(schema, io),
})

const headersOf = (headers: readonly Header[], always: Always): Json =>
  Object.fromEntries([
    ...Object.entries(always).map(([name, value]) => [
      name,
      { required: true, schema: jsonSchema(z.literal(value), 'output') },
    ]),
    ...headers.map((one) => [one.name, described(one, 'output')]),
  ])

export function exchangeOperationJson(one: ExchangeOperation, tag: string, operationId: string, always: Always): Json {
  const inPath = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const parameters = [...inPath, ...one.headers.map((each) => described(each, 'input'))]
  const refusals = errorResponses([
    ...one.errors,
    ...sharedErrors({
      caller: one.isForAnyone ? 'anyone' : 'user',
      params: {},
      scope: one.isForAnyone ? 'open' : 'write',
    }),
  ])
  for (const refusal of Object.values(refusals)) {
    refusal.headers = headersOf([], always)
    // a HEAD error has no body
    if (one.method === 'HEAD') delete refusal.content
  }
  return {
    operationId,
    summary: one.summary,
    tags: [tag],
    ...(one.isForAnyone ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(one.body
      ? {
          requestBody: {
            ...(one.body.isOptional ? {} : { required: true }),
            content: { [one.body.contentType]: { schema: {} } },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(
        one.answers.map(({ status, text, headers, result }) => [
          status,
          {
            description: text,
            headers: headersOf(headers, always),
            ...(result ? { content: { 'application/json': { schema: resultSchema(result) } } } : {}),
          },
        ]),
      ),
      ...refusals,
    },
  }
}
