import { type Route, serve } from '#platform/serve'
import { addAlertWords, removeAlertWords } from './actions.ts'
import * as api from './api.ts'
import { alertWordsMirror } from './mirror.ts'

export const routes: readonly Route[] = [
  serve(api.getAlertWords, ({ org, viewer }) => ({ alert_words: [...org.get(alertWordsMirror).of(viewer.id)] })),
  serve(api.addAlertWords, async (ctx, { alert_words }) => ({
    alert_words: await ctx.write((act) => addAlertWords(act, alert_words)),
  })),
  serve(api.removeAlertWords, async (ctx, { alert_words }) => ({
    alert_words: await ctx.write((act) => removeAlertWords(act, alert_words)),
  })),
]
