import { type Route, serve } from '#platform/serve'
import { onePicture } from '../../people/organization/picture.ts'
import {
  addCustomEmoji,
  checkCanAdd,
  deactivateCustomEmoji,
  forgetPicture,
  normalName,
  takePicture,
} from './actions.ts'
import * as api from './api.ts'
import { customEmojiCache } from './cache.ts'

const maxEmojiFileSizeMib = 5

export const routes: readonly Route[] = [
  serve(api.getCustomEmoji, ({ get }) => ({ emoji: get(customEmojiCache).toWire() })),
  serve(api.uploadCustomEmoji, async ({ org, viewer, server, request, transact }, { emoji_name }) => {
    const name = normalName(emoji_name)
    checkCanAdd(org, viewer, name)
    const { path } = onePicture(request.files, maxEmojiFileSizeMib)
    const files = await takePicture(server.blobs, org.id, path)
    try {
      await transact((mutation) => addCustomEmoji(mutation, name, files))
    } catch (error) {
      await forgetPicture(server.blobs, org.id, files)
      throw error
    }
    return {}
  }),
  serve(api.deactivateCustomEmoji, async ({ transact }, { emoji_name }) => {
    await transact((mutation) => deactivateCustomEmoji(mutation, emoji_name))
    return {}
  }),
]
