import { t } from '../texts/views.ts'

/** "Ada, Ben +3": the first names, and how many more. */
export function namesAndMore(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).join(t.separator)
  return names.length > most ? t.peopleAnd(shown, names.length - most) : shown
}
