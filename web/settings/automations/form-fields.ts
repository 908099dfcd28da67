import { folded } from '#contract'
import {
  maxFieldLabelLength,
  maxFieldNameLength,
  maxMenuOptions,
} from '../../../src/features/automations/automations/limits.ts'
import { isFieldName } from '../../../src/features/automations/automations/steps/form-rules.ts'
import type { AskStep } from './steps.ts'

export type FormField = AskStep['fields'][number]

/** A name that identifies the field in placeholders. */
export function fieldNameFor(label: string, number: number, taken: readonly string[]): string {
  const name = folded(label)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, maxFieldNameLength - 3)
  const base = name === '' ? `field_${number}` : name
  if (!taken.includes(base)) return base
  const suffix = Array.from({ length: taken.length + 1 }, (_, at) => at + 2).find(
    (at) => !taken.includes(`${base}_${at}`),
  )
  return `${base}_${suffix}`
}

export const newField = (number: number, taken: readonly string[]): FormField => ({
  ...{ label: '', kind: 'text', options: [], required: true },
  name: fieldNameFor('', number, taken),
})

const isFieldComplete = ({ name, label, kind, options }: FormField): boolean =>
  isFieldName(name) &&
  label.trim() !== '' &&
  (kind !== 'menu' || (options.length > 0 && options.length <= maxMenuOptions)) &&
  options.every((option) => option.length <= maxFieldLabelLength)

/** Whether all fields are filled in and have different names. */
export const areFieldsComplete = (fields: readonly FormField[]): boolean =>
  fields.length > 0 && fields.every(isFieldComplete) && new Set(fields.map(({ name }) => name)).size === fields.length
