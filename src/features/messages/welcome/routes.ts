import { type Route, serve } from '#platform/serve'
import * as api from './api.ts'
import { removeSampleTopics } from './sample-topics.ts'

export const routes: readonly Route[] = [serve(api.removeSampleTopics, (ctx) => ctx.transact(removeSampleTopics))]
