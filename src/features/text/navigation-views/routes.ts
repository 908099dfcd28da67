import { type Route, serve } from '#platform/serve'
import { addView, editView, orderViews, removeView } from './actions.ts'
import * as api from './api.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getNavigationViews, async ({ read, viewer }) => ({
    navigation_views: await read((tx) => store.list(tx, viewer.id)),
  })),
  serve(api.addNavigationView, (ctx, view) => ctx.transact((mutation) => addView(mutation, view))),
  serve(api.orderNavigationViews, (ctx, { order }) => ctx.transact((mutation) => orderViews(mutation, order))),
  serve(api.editNavigationView, (ctx, { fragment, ...changes }) =>
    ctx.transact((mutation) => editView(mutation, fragment, changes)),
  ),
  serve(api.removeNavigationView, (ctx, { fragment }) => ctx.transact((mutation) => removeView(mutation, fragment))),
]
