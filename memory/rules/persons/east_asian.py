"""A step of wording: people, thanks and moods in scripts that set no space between words, clause by clause."""

import re

PERSON = "\ue010"  # stands for one person until the sentence around it is rewritten
_SURNAMES_JA = (
    "佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|渡部|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|斎藤|斉藤|"
    "清水|山崎|阿部|森田|池田|橋本|"
    "石井|山下|小川|石川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|福田|太田|西村|藤井|藤原|岡本|三浦|"
    "金子|中野|中島|原田|松田|竹内|"
    "小野|田村|中山|和田|石田|上田|森本|小島|柴田|酒井|工藤|横山|宮本|内田|高木|安藤|谷口|大野|丸山|今井|高田|河野|"
    "藤本|村田|武田|上野|杉山|増田|"
    "平野|大塚|菅原|小山|久保|野口|松井|岩崎|桜井|櫻井|野村|松尾|木下|菊地|菊池|佐野|大西|杉本|新井|浜田|古川|市川|"
    "水野|小松|島田|小池|西田|"
    "山内|西川|北村|安田|五十嵐|川口|平田|関口|中川|本田|飯田|吉川|土屋|秋山|田口|永井|服部|中田|森|林|原|関|堀|岡|南"
)
_FAMILY_ZH = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯董萧曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘"
    "杜戴夏钟汪田任姜范方石姚谭廖邹熊陆郝孔崔康毛邱秦江史顾侯邵孟龙万钱汤尹黎易常武乔贺赖龚"
)
_ACTS_ZH = (
    r"说|提|发现|建议|指出|认为|反馈|觉得|和我|跟我|帮|写|修|改|查|调|测|搞|加|的|和|跟|辛苦|把|给|负责|定|做|推|"
    r"在|已|也|牛|太|请|出|休|确认|验证|排查|拍板|处理|[，。！,!;；:：]|$"
)
PEOPLE = re.compile(
    rf"(?:{_SURNAMES_JA}|[一-鿿々]{{1,4}}|[A-Z][a-z]{{1,12}}|[ァ-ヴー]{{2,8}})(?:さん|さま|ちゃん|くん|"
    rf"君(?=[がはもにのと、])|氏(?!名))|"
    rf"[一-鿿々]{{1,4}}(?<!同)(?<!仕)(?<!多)(?<!一)(?<!各)様(?!子|式|々|に)|"
    rf"(?:{_SURNAMES_JA})[一-鿿々]{{0,2}}(?=より[、。！!〜~]?|です[、。！!〜~]?$|でした|談|いわく|曰く|が言|が気づ|"
    rf"が見つ|が発見|によ[るれ]|に感謝|に聞|調べ|部長|課長|先輩)"
    r"(?:部長|課長|先輩)?|"
    rf"[小老阿](?:[{_FAMILY_ZH}])(?![序额文])(?={_ACTS_ZH})|"
    rf"[{_FAMILY_ZH}](?:[一-鿿]{{0,2}}(?:老师|同学|师傅|大佬)|工|总|哥|姐|导|老师|同学|经理|大佬)(?={_ACTS_ZH}|、)|"
    rf"(?:某某|某)(?:同学|同事|人)?(?={_ACTS_ZH})|"
    rf"(?<![一-鿿])[王李张刘陈杨赵吴徐孙胡朱郭罗谢][一-鿿]{{1,2}}(?=和我|跟我|说|提醒|提议|提到|建议|指出|认为|反馈|"
    rf"辛苦|拍板|发现)|"
    r"(?:我们的|咱们的)?(?:同事|老板|组长|领导|产品经理|运维同学|前端同学|后端同学|测试同学)(?=说|提|建议|发现|反馈)|"
    r"(?<![가-힣])(?!고객|사용자|관리자|담당자|선생)[가-힣]{2,4}(?:님|\s?씨)(?=[이가은는의께도과와,.!\s]|$|덕분)"
)
_MOOD = re.compile(
    r"困死|困了|好困|好累|感谢|感恩|谢谢|多谢|谢啦|鸣谢|太棒|真棒|棒极|辛苦|哈哈|呵呵|嘿嘿|终于|太爽|爽|吓死|吓人|"
    r"开心|高兴|激动|累死|好累|崩溃|"
    r"牛逼|牛批|真牛|太牛|厉害|点赞|给力|佩服|无语|服了|坑死|太坑|真坑|巨坑|心累|想哭|哭了|泪目|欲哭|烦死|太烦|头疼|"
    r"头大|郁闷|抓狂|救命|"
    r"不容易|呜呜|唉|哎|天哪|天啊|我的天|卧槽|我靠|妈呀|烦躁|后怕|惭愧|抱歉|不好意思|对不起|加油|撒花|完美|舒服了|"
    r"爱了|气死|要命|加班|"
    r"ありがと|有難|感謝|嬉し|うれし|助けられ|助かり|助かった|助かる|疲れ|つかれ|トホホ|とほほ|やった[ー～〜!！。]|"
    r"やったぜ|すごい|凄い|さすが|"
    r"お疲れ|おつかれ|よろしく|宜しく|お願いします|最高|ナイス|泣|つら[いかす]|辛い|しんど|ほっと|ホッと|安心し|"
    r"焦っ|びっくり|驚い|悔し|楽し|悲し|"
    r"情けない|恥ずかし|ごめん|すみません|申し訳|やれやれ|まいった|参った|参りました|地獄|神[!！]|神対応|万歳|"
    r"バンザイ|おめでと|好き|嫌い|ムカつ|"
    r"勘弁|もう嫌|もうやだ|うんざり|眠い|ねむい|笑$|ｗ+$|w+$|草$|ぴえん|わーい|おお|うわ|ふぅ|はぁ|あーあ|"
    r"감사|고마|고맙|수고|힘들|대박|좋아요|행복|기쁘|피곤|미치겠|죽겠|아이고|에휴|휴[.!~…]|헐|ㅋㅋ|ㅎㅎ|ㅠ|ㅜ|짱|"
    r"최고|멋져|멋지|화이팅|파이팅|속상|짜증|다행|드디어|죄송"
)
_ABOUT_US = re.compile(
    r"早退|遅刻|欠勤|在宅|加班|团建|请客|下班|我们?(?:商量|讨论|聊|沟通|吵)|和我|跟我|咱们|大家|と相談|と話し|出張|"
    r"各位|早上好|上午好|下午好|晚上好|中午好|小伙伴|同事们|おはよう|こんにちは|こんばんは|皆さん|みなさん|안녕하|여러분|"
    r"休み|休暇|有給|请假|出差|休假|휴가|출장|らしい顔"
)
_WHOM = re.compile(
    rf"^{PERSON}(?:が|は|も|に|の|と|から|より|曰く|いわく|によると|によれば|の話では|の調べで|調べ|談|と相談して|"
    rf"说|提到|指出|建议|认为|反馈|发现|提醒|확인|이|가|은|는)+[、，,:：]?\s?|{PERSON}(?:の|的)(?=提案|指摘|调研|"
    rf"建议|报告|报告)"
)
_CLAUSES = re.compile(
    r"(?<=[、。，！；!;])|(?<=[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af][～~])|(?<=[,，]\s)|"
    r"(?<=,)(?=[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af\ue010])|(?<=[。！!~〜…]\s)"
)
_STATES = re.compile(r"[A-Za-z0-9`_]{2,}|\d|[０-９]")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_EMOJI = re.compile(r"[\u2600-\u27bf\U0001f300-\U0001faff\ufe0f]+")
EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_LATIN = re.compile(r"(?<![A-Za-z0-9@])[A-Za-z][A-Za-z0-9_.+#/-]*[A-Za-z0-9_+#]")
_FIGURE = re.compile(r"\d[\d,.]*")
_CHAT = frozenset("ok lol ww xd omg wtf lgtm ping fyi pr".split())


def is_east_asian(text: str) -> bool:
    """Whether a text is mostly Chinese, Japanese or Korean, by its signs."""
    if text.isascii():
        return False
    return len(EAST_ASIAN.findall(text)) * 4 > len(text)


def substance(sentence: str) -> float:
    """How much is told by what is to be kept to the letter: names in Latin letters and figures."""
    names = {name.lower() for name in _LATIN.findall(PEOPLE.sub("", sentence))} - _CHAT
    figures = len(_FIGURE.findall(sentence))
    return 0.7 * min(len(names), 3) + 0.4 * min(figures, 3)


def without_people(text: str) -> str:
    """A sentence of such a script without the clauses that thank, feel or speak of people; "" when nothing is left."""
    parts = [part for part in _CLAUSES.split(_EMOJI.sub("", text)) if part.strip()]
    kept = [part for part in parts if not _is_of_people(part)]
    words = "".join(_WHOM.sub("", part) for part in kept).strip()
    words = words.replace(PERSON, "")
    if kept and kept[-1] is not parts[-1]:
        words = words.rstrip("、，,;； ")
        words += "。" if words[-1:] and words[-1:] not in "。.!！" else ""
    return words


def _is_of_people(clause: str) -> bool:
    """Whether a clause is about persons or a mood and holds nothing to be kept to the letter."""
    if _STATES.search(_DATE.sub("", clause).replace(PERSON, "")):
        return False
    return PERSON in clause or bool(_MOOD.search(clause) or _ABOUT_US.search(clause))


def is_asked(sentence: str) -> bool:
    """Whether a sentence asks for something or only means to do it; what must or must not be done is a rule."""
    plain = sentence.strip().rstrip("!！~〜 ")
    if _RULE.search(plain):
        return False
    return bool(_ASKED.search(plain))


_RULE = re.compile(r"必ず|常に|絶対|禁止|必须|一律|不要|不得|务必|반드시|항상|절대|금지|しないで|こと[。]?$")
_ASKED = re.compile(
    r"[?？]$|^(?:请(?!求)|麻烦|帮忙|能不能|能否|可以帮|谁能|有没有人|拜托|要不要|我(?:明天|等下|待会|稍后|回头|先|"
    r"来)|明天我)|帮我|吗[。]?$|呢[。]?$|"
    r"(?:てください|て下さい|お願いします|お願いできますか|てくれますか|てもらえますか|ますか|でしょうか|ですか|"
    r"ほしいです|欲しいです|みます|予定です|しようかな|てくれ)[。]?$|"
    r"(?:해\s?주세요|부탁드립니다|부탁해요|주실래요|할까요|습니까|나요|볼게요|하겠습니다)[.]?$"
)
