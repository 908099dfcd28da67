import { bool, list, text, z } from '#contract'
import { maxFieldLabelLength, maxFieldNameLength, maxFormFields, maxMenuOptions } from '../limits.ts'
import { isFieldName } from './form-rules.ts'

export const fieldKinds = ['text', 'multiline', 'menu'] as const

const label = text({ trim: true, min: 1, max: maxFieldLabelLength })

const FormField = z.object({
  /** Identifies the field in placeholders, as in `{form.reason}`. */
  name: text({ min: 1, max: maxFieldNameLength }).refine(
    isFieldName,
    'must start with a lowercase letter, followed by lowercase letters, digits, or underscores',
  ),
  label,
  kind: z.enum(fieldKinds),
  /** The choices of a menu; empty for other kinds. */
  options: list(label, { max: maxMenuOptions }).default([]),
  required: bool.default(true),
})
export const FormFields = list(FormField, { min: 1, max: maxFormFields })

export const FormFieldOut = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(fieldKinds),
  options: z.array(z.string()),
  required: bool,
})
export type FormField = z.input<typeof FormFieldOut>
