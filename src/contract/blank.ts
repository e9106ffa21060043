const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\u2800\ufffc\u{1d159}]/u;

/** Whether nothing of a text can be seen: it has only blanks, or characters that no terminal and no screen shows. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
