/**
 * Emoji shortcodes that docs use, with GitHub's names. The full list has 1,900 entries, most of them unused in docs.
 */
const EMOJI: Record<string, string> = {
  smile: '😄', smiley: '😃', grinning: '😀', wink: '😉', heart: '❤️', tada: '🎉', rocket: '🚀', warning: '⚠️', bulb: '💡',
  white_check_mark: '✅', heavy_check_mark: '✔️', x: '❌', fire: '🔥', sparkles: '✨', star: '⭐', bug: '🐛', memo: '📝',
  book: '📖', books: '📚', zap: '⚡', construction: '🚧', information_source: 'ℹ️', exclamation: '❗', question: '❓',
  thumbsup: '👍', '+1': '👍', thumbsdown: '👎', '-1': '👎', eyes: '👀', wave: '👋', point_right: '👉', point_left: '👈',
  point_down: '👇', point_up: '☝️', raised_hands: '🙌', clap: '👏', pray: '🙏', muscle: '💪', man_raising_hand: '🙋‍♂️',
  woman_raising_hand: '🙋‍♀️', raising_hand: '🙋', lock: '🔒', unlock: '🔓', key: '🔑', link: '🔗', package: '📦', gear: '⚙️',
  wrench: '🔧', hammer: '🔨', mag: '🔍', computer: '💻', art: '🎨', recycle: '♻️', arrow_right: '➡️', arrow_left: '⬅️',
  arrow_up: '⬆️', arrow_down: '⬇️', ok: '🆗', ok_hand: '👌', no_entry: '⛔', stop_sign: '🛑', boom: '💥', bell: '🔔', new: '🆕',
  soon: '🔜', coffee: '☕', globe_with_meridians: '🌐', earth_americas: '🌎', clipboard: '📋', calendar: '📅', pushpin: '📌',
  hourglass: '⌛', stopwatch: '⏱️', trophy: '🏆', medal: '🏅', gift: '🎁', loudspeaker: '📢', speech_balloon: '💬', email: '📧',
  thinking: '🤔', sweat_smile: '😅', joy: '😂', sunglasses: '😎', cry: '😢', heart_eyes: '😍', checkered_flag: '🏁', snake: '🐍',
  whale: '🐳', crab: '🦀', tulip: '🌷', sunny: '☀️', moon: '🌔', rainbow: '🌈', chart_with_upwards_trend: '📈', mega: '📣',
  heavy_plus_sign: '➕', heavy_minus_sign: '➖', red_circle: '🔴', large_blue_circle: '🔵', green_circle: '🟢', yellow_circle: '🟡',
  headstone: '🪦', partying_face: '🥳', hugs: '🤗', slightly_smiling_face: '🙂', upside_down_face: '🙃', see_no_evil: '🙈',
} // prettier-ignore

/** The character of a shortcode's name. */
export function emojiOf(name: string): string | undefined {
  return Object.hasOwn(EMOJI, name) ? EMOJI[name] : undefined
}
