import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/index.ts'

/** Next to a place with an ongoing call, with the number of people in it. */
export const CallMark = ({ people }: { people: number }) =>
  people === 0 ? null : (
    <span class="call-mark" title={t.peopleInCall(people)}>
      <Icon name="headset" size={13} />
      <b aria-hidden="true">{people}</b>
      <span class="visually-hidden">{t.peopleInCall(people)}</span>
    </span>
  )
