import { z } from '#contract'

export type Json = { [name: string]: unknown }

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      const made = jsonSchema as Json
      // encoding and aliases are described at the parameter
      delete made.wire
      delete made.aliases
      // responses may gain fields, and clients must tolerate that
      if (made.additionalProperties === false) delete made.additionalProperties
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
    },
  })
  return rest as Json
}
