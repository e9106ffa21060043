import { isBlank } from '../../contract/blank.ts';
import { type Fault, refuseFaults } from '../model/problem.ts';

/**
 * Words and names of which common passwords are made, in lower case: those in every published list of leaked passwords,
 * in several languages, and words of this program's subject.
 */
const commonWords: ReadonlySet<string> = new Set(
  `password passwort passwd pass passw0rd parola parole contrasena contraseña senha motdepasse wachtwoord losenord lösenord
  haslo hasło heslo salasana sifre şifre kennwort geheim secret secreto segredo private privat default temp temporary
  changeme change letmein login logon signin welcome willkommen bienvenue bienvenido benvenuto hello hallo hola salut
  iloveyou iloveu loveyou loveme lovely love teamo tequiero jetaime tiamo amor amore liebe ichliebedich babygirl babyboy
  baby sweety sweetie sweetheart honey darling princess prinzessin princesa princesse prince queen king angel angels devil
  master monkey dragon shadow sunshine sonnenschein soleil flower flowers butterfly rainbow superman batman spiderman ironman
  pokemon pikachu naruto starwars startrek minecraft fortnite roblox playstation nintendo matrix phoenix tigger snoopy
  football fussball futbol soccer baseball basketball hockey tennis golf cricket cycling running swimming dancing dancer
  liverpool chelsea arsenal barcelona barca realmadrid manchester united juventus milan bayern dortmund benfica porto
  charlie michael jordan jennifer jessica michelle ashley daniel thomas robert andrew joshua matthew anthony william
  christopher alexander alexandra alexandre elizabeth samantha stephanie nicole patricia veronica gabriela isabella sofia
  maria martina andrea claudia sandra monica natalie katharina christian sebastian benjamin jonathan dominic patrick george
  harley buster ginger pepper cookie chocolate cheese banana orange apple cherry strawberry peanut coffee pizza whiskey
  summer sommer verano verao winter invierno inverno spring autumn herbst january february march april june july august
  september october november december monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch
  donnerstag freitag samstag sonntag today tomorrow forever always never nothing whatever anything something someone
  computer internet server network system service support helpdesk helpcenter frontdesk help desk customer office company
  business work manager management administrator admin administrador administrateur root user username benutzer usuario
  guest test tester testing tests demo example sample account accounts access security secure safety backup database oracle
  postgres mysql windows linux ubuntu microsoft google facebook twitter instagram youtube amazon samsung iphone android
  motorola toyota honda ferrari porsche mercedes corvette mustang yamaha kawasaki camaro
  america american england english london paris berlin madrid roma lisboa germany deutschland france france italia espana
  españa portugal brasil mexico colombia argentina canada australia india china japan russia moscow newyork california
  florida texas chicago boston dallas washington
  freedom liberty justice victory success money dollar dollars million lucky happy family mother father mama papa mommy daddy
  brother sister friend friends bestfriend forever21 together jesus jesuschrist christ heaven blessed faith god church bible
  killer hunter ranger soldier warrior thunder lightning diamond silver golden purple yellow green black white blue orange red
  eagle eagles falcon tiger lion wolf panther dolphin horse turtle bear cowboys steelers yankees redsox lakers packers
  metallica nirvana slipknot eminem beatles guitar music dance disney harrypotter potter hogwarts gandalf frodo legolas
  trustno1 nopassword mypassword thepassword newpassword oldpassword yourpassword ourpassword mylove mybaby myself
  fuckyou fuckoff fuck bitch asshole shit sexy hottie blink182 abc
  relationship unbelievable professional international metropolitan responsibility congratulations understanding independence
  universidad university philadelphia massachusetts constantinople supercalifragilistic antidisestablishmentarianism
  correcthorsebatterystaple`
    .split(/\s+/)
    .filter(word => word.length > 2),
);

/** Keyboard rows and other well-known sequences. The first few signs reveal the rest, also backwards. */
const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  "qwertyuiop[]asdfghjkl;'zxcvbnm,./",
  'qwertzuiopüasdfghjklöäyxcvbnm,.-',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertyuiopasdfghjklzxcvbnm',
  '!@#$%^&*()_+',
  '!"§$%&/()=?',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaq12wsxcde34rfvbgt56yhnmju78ik,',
].flatMap(row => [row, [...row].reverse().join('')]);

/** The usual replacements of letters. */
const LETTER_FOR: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '8': 'b',
};

const SHORTEST = 3;

/** The least number of different characters, and of parts that do not follow from the previous one. */
const MIN_DIFFERENT = 5;
const MIN_PARTS = 6;

/** The words to guess by, and the length of the longest one. */
interface Words {
  readonly all: ReadonlySet<string>;
  readonly longest: number;
}

function wordLength(text: string, at: number, { all, longest }: Words): number {
  for (let end = Math.min(text.length, at + longest); end >= at + SHORTEST; end -= 1)
    if (all.has(text.slice(at, end))) return end - at;
  return 0;
}

function rowLength(text: string, at: number): number {
  const isRow = (end: number) => end <= text.length && ROWS.some(row => row.includes(text.slice(at, end)));
  let end = at + SHORTEST;
  while (isRow(end)) end += 1;
  return end === at + SHORTEST ? 0 : end - 1 - at;
}

function repeated(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end += 1;
  return end - at;
}

/** The shortest text of which this one is a repetition, the last one perhaps cut. */
function unitOf(text: string): string {
  // The failure function of Knuth, Morris and Pratt: linear in the length.
  const borders = [0];
  for (let at = 1, length = 0; at < text.length; at += 1) {
    while (length > 0 && text[at] !== text[length]) length = borders[length - 1]!;
    if (text[at] === text[length]) length += 1;
    borders.push(length);
  }
  const unit = text.length - (borders.at(-1) ?? 0);
  return unit * 2 <= text.length ? text.slice(0, unit) : text;
}

/** How many guesses a text takes: a common word, a year, a run of keys and a repeated sign are one each. */
function countParts(text: string, known: Words): number {
  const letters = [...text].map(sign => LETTER_FOR[sign] ?? sign).join('');
  let parts = 0;
  for (let at = 0; at < text.length; parts += 1) {
    const year = /^(?:19|20)\d\d/.test(text.slice(at, at + 4)) ? 4 : 0;
    const words = [text, letters].map(each => wordLength(each, at, known));
    at += Math.max(repeated(text, at), year, rowLength(text, at), ...words);
  }
  return parts;
}

/** A name or an address as a whole, and each of its words. */
function wordsIn(given: string): readonly string[] {
  const text = given.normalize('NFKC').toLowerCase();
  const [beforeAt = ''] = text.split('@');
  return [text, beforeAt, ...text.split(/[^\p{L}\p{N}]+/u)].filter(word => word.length >= SHORTEST);
}

function wordsWith(own: readonly string[]): Words {
  const all = commonWords.union(new Set(own.flatMap(wordsIn)));
  return { all, longest: Math.max(...[...all].map(word => word.length)) };
}

/**
 * The fault of a new password that is long enough, for a person, or undefined. `own` are texts that are
 * easy to guess for its owner: name and address.
 */
export function passwordFault(password: string, own: readonly string[] = []): string | undefined {
  const text = password.normalize('NFKC').toLowerCase();
  if (isBlank(text)) return 'must not be blank';
  // One sign may stand for a whole word: ㌖ is キロメートル.
  const signs = Math.min(new Set(text).size, new Set(password.toLowerCase()).size);
  if (signs < MIN_DIFFERENT) return `must have at least ${MIN_DIFFERENT} different characters`;
  if (countParts(unitOf(text), wordsWith(own)) >= MIN_PARTS) return undefined;
  return 'is too easy to guess: take several words that do not belong together';
}

/** The fault of the new password in a body, if it has one. */
export function passwordFaults(password: string | undefined, own: readonly (string | undefined)[]): Fault[] {
  const words = own.filter(word => word !== undefined);
  const fault = password === undefined ? undefined : passwordFault(password, words);
  return fault === undefined ? [] : [['password', fault]];
}

/** Throws `validation_failed` at `password` if a new password is easy to guess. */
export function requireGoodPassword(password: string, own: readonly string[]): void {
  refuseFaults(passwordFaults(password, own));
}
