import { type Feature, initial, pageForAnyone } from '#platform/serve'
import { picturePath, publicPicture } from '../../people/organization/picture.ts'
import { customEmojiView } from './actions.ts'
import * as api from './api.ts'
import { customEmojiCache } from './cache.ts'
import { routes } from './routes.ts'

export const customEmojiFeature: Feature = {
  name: 'custom-emoji',
  api: [api],
  caches: [customEmojiCache],
  pages: [pageForAnyone(picturePath('emoji'), (ctx, params) => publicPicture(ctx, 'emoji', params))],
  views: [customEmojiView],
  routes,
  state: [initial(api.customEmojiState, (_tx, _viewer, { get }) => get(customEmojiCache).toWire())],
}
