import { userDeactivated } from '#contract'
import type { Organization } from '#platform/organization'
import { readerOf } from '../../../messages/messages/access/reader.ts'
import { type ComposeContext, composeContext } from '../../../messages/messages/actions/compose.ts'
import { type Cause, causeOf } from '../cause.ts'
import { filledText } from '../placeholders.ts'
import { plainValue } from '../plain-placeholders.ts'
import { type Question, questionsOf } from '../questions-store.ts'
import type * as store from '../store.ts'
import type { RunContext } from './steps/step-kind.ts'

/** What a step knows about its run, as the automation's bot sees it. */
export async function runContext(org: Organization, row: store.Stored, run: store.StoredRun): Promise<RunContext> {
  const viewer = org.viewer(row.bot_id)
  if (!viewer) throw userDeactivated()
  const cause = await loadCause(composeContext(org, viewer), row, run)
  const questions = await loadQuestions(org, run)
  return { org, viewer, savedById: run.saved_by, now: org.now(), cleanups: [], ...valuesOf(org, run, cause, questions) }
}

/** What the run knows, and its placeholders. */
export const valuesOf = (
  org: Organization,
  run: store.StoredRun,
  cause: Cause | undefined,
  questions: readonly Question[],
) => ({
  ...{ cause, questions, step: run.step },
  fill: (text: string) => filledText(org, text, run, cause, questions),
  fieldValue: (field: string) => plainValue(org, field, run, cause, questions),
})

async function loadCause(context: ComposeContext, row: store.Stored, run: store.StoredRun): Promise<Cause | undefined> {
  if (run.person_id === null) return undefined
  const reader = await readerOf(context)
  return context.read((tx) => causeOf(tx, reader, row, run))
}

/** Forms that the run has sent, with their answers. */
async function loadQuestions(org: Organization, run: store.StoredRun): Promise<readonly Question[]> {
  return run.steps.some(({ kind }) => kind === 'ask') ? org.db.read((tx) => questionsOf(tx, run.id)) : []
}
