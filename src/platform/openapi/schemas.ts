import { z } from '#contract'

export type Json = { [name: string]: unknown }

/** The JSON Schema of a value: as it comes in, or as it goes out. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      const made = jsonSchema as Json
      // how a parameter travels is told where the parameter is
      delete made.wire
      delete made.aliases
      // replies may grow, and clients must bear it
      if (made.additionalProperties === false) delete made.additionalProperties
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
    },
  })
  return rest as Json
}
