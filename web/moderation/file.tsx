import './file.css'
import '../popovers/restrict.css'
import type { UserId } from '#contract'
import { getModerationFile } from '../../src/features/messages/moderation/api.ts'
import { canBanAtAge, isRunning } from '../../src/features/messages/moderation/rules.ts'
import { useLoaded } from '../controls/loaded.ts'
import { Loading } from '../controls/loading.tsx'
import { openDialog } from '../parts/dialog.tsx'
import { own } from '../permissions/own-facts.ts'
import { canRestrict } from '../permissions/restriction-rights.ts'
import { openRestrict, RestrictionFacts } from '../popovers/restrict.tsx'
import { nameOf, person } from '../store/people.ts'
import { c } from '../texts/cards.ts'
import { m } from '../texts/moderation.ts'
import { s } from '../texts/restrictions.ts'
import { api } from '../transport/api.ts'
import { openBan } from './ban.tsx'
import { Deletions } from './deletions.tsx'
import { JoiningPart } from './joining.tsx'
import { Notes } from './notes.tsx'
import { Part } from './part.tsx'
import { ReportList } from './report-list.tsx'
import { Warnings } from './warnings.tsx'

/** Opens a person's moderation file. */
export function openFile(userId: UserId): void {
  const name = nameOf(userId) || s.someone
  void openDialog({ title: m.title(name) }, (close) => <File userId={userId} close={close} />)
}

const types = ['moderation_file', 'restriction', 'message_report']
/** Events announce when a deletion or its undoing ends, not its progress. */
const progressMs = 2_000

export type ModerationFile = Awaited<ReturnType<typeof fetchFile>>
const fetchFile = (userId: UserId) => api.call(getModerationFile, { user_id: userId })

function File({ userId, close }: { userId: UserId; close: () => void }) {
  const { value, problem } = useLoaded(() => fetchFile(userId), {
    types,
    key: userId,
    // events about reports don't name the author
    isAbout: ({ user_id }) => user_id === undefined || user_id === userId,
    everyMs: ({ deletions }) => (deletions.some(isRunning) ? progressMs : undefined),
  })
  if (!value)
    return (
      <div class="dialog-body">
        <Loading problem={problem} label={s.loading} />
      </div>
    )
  const user = person(userId)
  const isHere = user !== undefined && canRestrict(user)
  return (
    <div class="dialog-body moderation-file">
      {user?.is_active === false && <p class="soft">{c.deactivated}</p>}
      <Notes userId={userId} notes={value.notes} />
      <Part title={s.list}>
        {value.restrictions.length === 0 && <p class="soft">{m.noRestrictions}</p>}
        <ul class="file-rows">
          {value.restrictions.map((one) => (
            <li key={one.id}>
              <RestrictionFacts restriction={one} />
            </li>
          ))}
        </ul>
        {isHere && (
          <div class="file-buttons">
            <button type="button" class="button" onClick={() => void openRestrict(userId)}>
              {c.restrict}
            </button>
          </div>
        )}
      </Part>
      <Warnings userId={userId} warnings={value.warnings} canWarn={isHere && !user.is_bot} />
      <Deletions userId={userId} deletions={value.deletions} />
      {isHere && !user.is_bot && <BanPart userId={userId} />}
      <Part title={m.reportsAbout}>
        <ReportList reports={value.reports_about} hasMore={value.has_more_reports_about} close={close} />
      </Part>
      <Part title={m.reportsBy}>
        <ReportList reports={value.reports_by} hasMore={value.has_more_reports_by} close={close} />
      </Part>
      <JoiningPart
        userId={userId}
        joining={value.joining}
        sameNetwork={value.same_network}
        canWelcome={isHere && !user.is_bot}
      />
    </div>
  )
}

function BanPart({ userId }: { userId: UserId }) {
  const joined = Date.parse(person(userId)?.date_joined ?? '')
  const canBan = canBanAtAge(own(), joined, Date.now())
  return (
    <div>
      <button type="button" class="button danger" disabled={!canBan} onClick={() => openBan(userId)}>
        {m.ban}
      </button>
      {!canBan && <p class="soft small">{m.tooOldToBan}</p>}
    </div>
  )
}
