//! Writes letters without accents and in lower case, and Chinese ones simplified, so that a word has one form.

/// Traditional Chinese letters, each with the simplified one after it.
const TRADITIONAL: &str = "當当階阶計计劃划狀状態态進进條条總总後后規规執执暫暂開开準准備备驗验證证個个動动話话點点復复檔档\
    發发結结歸归啟启畫画";

/// Returns the plain form of a letter, or `None` for an accent that follows its letter.
pub(super) fn plain(letter: char) -> Option<char> {
    let letter = lower(letter);
    Some(match letter {
        '\u{300}'..='\u{36F}' => return None,
        '\u{A0}' | '\u{202F}' | '\u{3000}' => ' ',
        'à'..='å' | 'ā'..='ą' | 'ạ'..='ặ' => 'a',
        'ç' | 'ć'..='č' => 'c',
        'ď'..='đ' => 'd',
        'è'..='ë' | 'ē'..='ě' | 'ẹ'..='ệ' => 'e',
        'ĝ'..='ģ' => 'g',
        'ì'..='ï' | 'ĩ'..='ı' | 'ỉ'..='ị' => 'i',
        'ĺ'..='ł' => 'l',
        'ñ' | 'ń'..='ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō'..='ő' | 'ơ' | 'ọ'..='ợ' => 'o',
        'ŕ'..='ř' => 'r',
        'ß' | 'ś'..='š' | 'ș' => 's',
        'ţ'..='ť' | 'ț' => 't',
        'ù'..='ü' | 'ũ'..='ų' | 'ư' | 'ụ'..='ự' => 'u',
        'ý' | 'ÿ' | 'ỳ'..='ỹ' => 'y',
        'ź'..='ž' => 'z',
        'ё' => 'е',
        '’' => '\'',
        '一'..='\u{9FFF}' => simplified(letter),
        _ => letter,
    })
}

/// Returns a letter in lower case, with its accent.
pub(super) fn lower(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

/// Returns whether a letter is of a script that is written without blanks, or with endings that are joined.
pub(super) const fn is_dense(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}')
}

fn simplified(letter: char) -> char {
    let mut letters = TRADITIONAL.chars();
    while let (Some(traditional), Some(simplified)) = (letters.next(), letters.next()) {
        if traditional == letter {
            return simplified;
        }
    }
    letter
}
