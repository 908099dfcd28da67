import type { Letter } from '../letter.ts'
import { readWidget, type WidgetKind } from './widget-text.ts'

/** Opens a form for a poll or to-do list; it fills in the message text. */
export function openWidgetForm(kind: WidgetKind, letter: Pick<Letter, 'field' | 'replaceAll'>): void {
  void import('./widget-form.tsx').then(async ({ askForWidget }) => {
    const text = await askForWidget(kind, readWidget(kind, letter.field?.value ?? ''))
    if (text !== undefined) letter.replaceAll(text)
    else letter.field?.focus()
  })
}
