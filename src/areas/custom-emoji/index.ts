import { type Area, initial, pageForAnyone } from '#platform/serve'
import { picturePath, publicPicture } from '../organization/picture.ts'
import { customEmojiView } from './actions.ts'
import * as api from './api.ts'
import { customEmojiMirror } from './mirror.ts'
import { routes } from './routes.ts'

export const customEmojiArea: Area = {
  name: 'custom-emoji',
  api: [api],
  mirrors: [customEmojiMirror],
  pages: [pageForAnyone(picturePath('emoji'), (ctx, params) => publicPicture(ctx, 'emoji', params))],
  views: [customEmojiView],
  routes,
  state: [initial(api.customEmojiState, (_tx, _viewer, { get }) => get(customEmojiMirror).toWire())],
}
