import type { AvatarSize } from './identicon.ts'

export const avatarBlob = (key: string, size: AvatarSize): string => `${key}-${size}.png`
