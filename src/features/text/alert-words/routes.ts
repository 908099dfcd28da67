import { type Route, serve } from '#platform/serve'
import { addAlertWords, removeAlertWords } from './actions.ts'
import * as api from './api.ts'
import { alertWordsCache } from './cache.ts'

export const routes: readonly Route[] = [
  serve(api.getAlertWords, ({ org, viewer }) => ({ alert_words: [...org.get(alertWordsCache).of(viewer.id)] })),
  serve(api.addAlertWords, async (ctx, { alert_words }) => ({
    alert_words: await ctx.transact((mutation) => addAlertWords(mutation, alert_words)),
  })),
  serve(api.removeAlertWords, async (ctx, { alert_words }) => ({
    alert_words: await ctx.transact((mutation) => removeAlertWords(mutation, alert_words)),
  })),
]
