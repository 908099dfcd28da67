import './do-not-disturb.css'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/quiet.ts'
import { endQuiet } from './actions.ts'
import { Digest } from './digest.tsx'
import { quietUntil } from './now.ts'
import { openDoNotDisturb } from './opening.ts'
import { whenText } from './times.ts'

/** Over what is shown: that it is quiet, or what came while it was. */
export const QuietLine = () => {
  const until = quietUntil.value
  if (!until) return <Digest />
  return (
    <p class="quiet-line" role="status">
      <Icon name="moon" />
      <span>{t.quietLine(whenText(until))}</span>
      <button type="button" class="plain" onClick={endQuiet}>
        {t.endNow}
      </button>
      <button type="button" class="plain" aria-haspopup="dialog" onClick={openDoNotDisturb}>
        {t.change}
      </button>
    </p>
  )
}
