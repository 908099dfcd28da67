import { invalidArgument } from '#contract'
import { formPlaceholdersOf } from '../steps/form-rules.ts'
import type { Step } from '../steps/input.ts'

const placeholder = /\{(form\.[^{}\s]{1,40}|answers|missing)\}/g

/** Throws if two fields have the same name, or a text uses an answer that no earlier step asks for. */
export function checkForms(steps: readonly Step[]): void {
  const names = new Set<string>()
  for (const [index, step] of steps.entries()) {
    const refuse = (field: string, reason: string) => invalidArgument({}, { name: `steps[${index}].${field}`, reason })
    const available = new Set(formPlaceholdersOf(steps.slice(0, index)))
    for (const field of ['text', 'declined_text'] as const) {
      const text = (field in step && (step as { readonly [name: string]: unknown })[field]) || ''
      for (const [whole, name = ''] of String(text).matchAll(placeholder))
        if (!available.has(name)) throw refuse(field, `uses ${whole}, which no earlier step asks for`)
    }
    if (step.kind !== 'ask') continue
    for (const [at, { name }] of step.fields.entries()) {
      if (names.has(name)) throw refuse(`fields[${at}].name`, `${name} is used by another field`)
      names.add(name)
    }
  }
}
