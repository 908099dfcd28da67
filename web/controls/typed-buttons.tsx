import { s } from '../texts/settings.ts'
import { otherText, type Typed } from './typed.ts'

export const TypedButtons = ({ typed, problem = '' }: { typed: Typed; problem?: string }) => (
  <>
    {problem !== '' && (
      <p class="setting-problem" role="alert">
        {problem}
      </p>
    )}
    {typed.other !== undefined && (
      <p class="setting-other" role="status">
        {otherText(typed.other)}{' '}
        <button type="button" class="plain" onClick={typed.discard}>
          {s.takeThat}
        </button>
      </p>
    )}
    {typed.isChanged && (
      <span class="setting-buttons">
        <button type="button" class="button primary" disabled={problem !== ''} onClick={() => void typed.save()}>
          {s.save}
        </button>
        <button type="button" class="button" onClick={typed.discard}>
          {s.discard}
        </button>
      </span>
    )}
  </>
)
