import type { z } from '#contract'
import type { Column } from './column.ts'
import { ArchiveError } from './relocation.ts'

/** A value that the server relies on: a malformed rule or trigger, for example, would block every message. */
export const parsed = (schema: z.ZodType, { in: relocated, ...column }: Column): Column => ({
  ...column,
  in(value, way, row) {
    const { success, data } = schema.safeParse(relocated ? relocated(value, way, row) : value)
    if (!success) throw new ArchiveError('has an invalid value')
    return data
  },
})
