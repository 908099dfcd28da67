import type { Letter } from '../letter.ts'
import { readWidget, type WidgetKind } from './widget-text.ts'

/** Asks for a poll or a list; what comes of it is the text of the letter, to be sent like any other. */
export function openWidgetForm(kind: WidgetKind, letter: Pick<Letter, 'field' | 'replaceAll'>): void {
  void import('./widget-form.tsx').then(async ({ askForWidget }) => {
    const text = await askForWidget(kind, readWidget(kind, letter.field?.value ?? ''))
    if (text !== undefined) letter.replaceAll(text)
    else letter.field?.focus()
  })
}
