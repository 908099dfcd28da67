/** The document that register's `server_emoji_data_url` points to: the names of every Unicode emoji, for anyone. */
export const emojiDataPath = '/static/emoji.json'
