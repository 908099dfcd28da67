import type { Message } from '../../src/features/messages/messages/wire.ts'
import { rowOf } from '../content/active.ts'
import { copy } from '../parts/clipboard.ts'
import { openDialog } from '../parts/dialog.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { a } from '../texts/actions.ts'
import { sourceOf } from './copying.ts'

export async function openSource({ id }: Message): Promise<void> {
  try {
    const source = await sourceOf(id)
    await openDialog({ title: a.source, returnTo: () => rowOf(id) }, () => (
      <div class="dialog-body">
        <pre dir="auto">{source}</pre>
        <div class="dialog-buttons">
          <button type="button" class="button primary" onClick={() => void copy(source)}>
            {a.copy}
          </button>
        </div>
      </div>
    ))
  } catch (problem) {
    showRefusal(problem)
  }
}
