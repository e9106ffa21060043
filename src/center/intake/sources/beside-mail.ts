/** The endings of files in mail folders that contain no mail, unless their content is mail. */
const ENDINGS: ReadonlySet<string> = new Set(
  [
    // Indexes, preferences, caches and locks of mail programs.
    'msf dat js mjs json jsonlz4 mozlz4 lz4 sqlite sqlite-wal sqlite-shm sqlite-journal db db-wal db-shm db-journal mab ini',
    'xml log lock index cache plist rdf css wdseml cmeta ev-summary ev-summary-meta data toc pce sdb bin little xpi ftl',
    'info pid mailsignature emlxpart sieve svbin squat header ibex',
    // Pictures, sounds, films and fonts.
    'png jpg jpeg gif bmp ico svg tif tiff webp heic heif avif psd mp3 m4a wav ogg flac aac mp4 m4v mov avi mkv webm wmv',
    'ttf otf woff woff2',
    // Documents and programs.
    'pdf doc docx docm dot dotx xls xlsx xlsm ppt pptx pps odt ods odp rtf pages numbers key epub csv ics vcf p7s asc sig',
    'exe dll so dylib msi dmg iso lnk url webloc desktop',
  ]
    .join(' ')
    .split(' '),
);

/** Whole names of files that mail servers and systems keep in mail folders. */
const NAMES =
  /^(?:dovecot.*|courierimap.*|cyrus\..*|maildirfolder|maildirsize|subscriptions|table_of_contents|Envelope Index.*|pkcs11\.txt|AlternateServices\.txt|serviceworker\.txt|filterlog\.html|Thumbs\.db|desktop\.ini|parent\.lock|lock|Icon\r)$/i;

/** The folders of a mail program that contain no mail. */
const FOLDERS =
  /[/\\](?:cache2|startupCache|OfflineCache|crashes|minidumps|datareporting|saved-telemetry-pings|security_state|shader-cache|thumbnails|extensions|gmp[^/\\]*|__MACOSX)[/\\]/i;

/**
 * Whether a file without mail is not worth mentioning: its name shows a picture, a document, or a program's own file.
 */
export function isBesideMail(path: string): boolean {
  const name = /[^/\\]*$/.exec(path)![0];
  const dot = name.lastIndexOf('.');
  return (dot > 0 && ENDINGS.has(name.slice(dot + 1).toLowerCase())) || NAMES.test(name) || FOLDERS.test(path);
}
