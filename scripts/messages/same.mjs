/** Texts of several words that no language translates: products, protocols, and examples. */
export const sameInEveryLanguage = new Set(['JSON Web Tokens (JWT)', 'OpenID Connect', 'Rocket.Chat'])
